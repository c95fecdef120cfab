package embedded

import "github.com/flowglot/flowglot/pkg/diag"

var missingRule = diag.Rule{
	ID:       "embedded/missing-substitution",
	Severity: diag.Error,
	Summary:  "a placeholder of a definition gets no value from the file that deploys it",
	Why: "A placeholder without a value stays in the deployed definition as text, or stops the deployment. Usually its name is misspelled, or " +
		"was changed in one of the two files.",
	Source: "CloudFormation: AWS::StepFunctions::StateMachine, DefinitionSubstitutions; Terraform: templatefile",
	Example: diag.Example{Name: "template.yaml", Text: `Resources:
  OrderMachine:
    Type: AWS::Serverless::StateMachine
    Properties:
      Definition:
        StartAt: Charge
        States:
          Charge: {Type: Task, Resource: "${ChargeArn}", End: true}
`},
	Fixed: diag.Example{Name: "template.yaml", Text: `Resources:
  ChargeFunction: {Type: AWS::Serverless::Function}
  OrderMachine:
    Type: AWS::Serverless::StateMachine
    Properties:
      Definition:
        StartAt: Charge
        States:
          Charge: {Type: Task, Resource: "${ChargeArn}", End: true}
      DefinitionSubstitutions:
        ChargeArn: !GetAtt ChargeFunction.Arn
`},
}

var unusedRule = diag.Rule{
	ID:       "embedded/unused-substitution",
	Severity: diag.Warning,
	Summary:  "a substitution has no placeholder in the definition",
	Why:      "The value is not used. It is left over, or the placeholder that it is meant for has another name.",
	Source:   "CloudFormation: AWS::StepFunctions::StateMachine, DefinitionSubstitutions; Terraform: templatefile",
	Example: diag.Example{Name: "template.yaml", Text: `Resources:
  ChargeFunction: {Type: AWS::Serverless::Function}
  OrderMachine:
    Type: AWS::Serverless::StateMachine
    Properties:
      Definition:
        StartAt: Charge
        States:
          Charge: {Type: Pass, End: true}
      DefinitionSubstitutions:
        ChargeArn: !GetAtt ChargeFunction.Arn
`},
	Fixed: diag.Example{Name: "template.yaml", Text: `Resources:
  OrderMachine:
    Type: AWS::Serverless::StateMachine
    Properties:
      Definition:
        StartAt: Charge
        States:
          Charge: {Type: Pass, End: true}
`},
}

var missingFileRule = diag.Rule{
	ID:       "embedded/missing-file",
	Severity: diag.Error,
	Summary:  "the file of a definition cannot be read",
	Why:      "The template names a file that holds the definition, relative to the folder of the template. Without it, the deployment fails.",
	Source:   "SAM: AWS::Serverless::StateMachine, DefinitionUri; Terraform: file, templatefile",
}

var unreadableRule = diag.Rule{
	ID:       "embedded/unreadable",
	Severity: diag.Info,
	Summary:  "a definition is known only at deployment",
	Why:      "A parameter, a condition or a function makes the definition, and its text is not in the file. It is not checked.",
	Source:   "flowglot lint",
	Example: diag.Example{Name: "template.yaml", Text: `Parameters:
  Order: {Type: String}
Resources:
  OrderMachine:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      DefinitionString: !Ref Order
`},
	Fixed: diag.Example{Name: "template.yaml", Text: `Resources:
  OrderMachine:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      DefinitionString: !Sub |
        {"StartAt": "Charge", "States": {"Charge": {"Type": "Pass", "End": true}}}
`},
}

var unknownReferenceRule = diag.Rule{
	ID:       "embedded/unknown-reference",
	Severity: diag.Warning,
	Summary:  "a definition refers to a parameter or resource that the template does not have",
	Why: "CloudFormation rejects a template with such a reference. Usually the name is misspelled, or the resource was renamed or removed. It is a " +
		"warning, because a tool may add the resource before the deployment.",
	Source: "CloudFormation: Ref, Fn::GetAtt, Fn::Sub",
	Example: diag.Example{Name: "template.yaml", Text: `Resources:
  ChargeFunction: {Type: AWS::Lambda::Function}
  OrderMachine:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      DefinitionString: !Sub |
        {"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "${ChargeFn.Arn}", "End": true}}}
`},
	Fixed: diag.Example{Name: "template.yaml", Text: `Resources:
  ChargeFunction: {Type: AWS::Lambda::Function}
  OrderMachine:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      DefinitionString: !Sub |
        {"StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "${ChargeFunction.Arn}", "End": true}}}
`},
}

// Rules are what is checked about how files deploy definitions.
func Rules() []diag.Rule {
	return []diag.Rule{missingRule, unusedRule, missingFileRule, unknownReferenceRule, unreadableRule}
}
