// Package embedded finds the definitions that are written inside other files: in templates of CloudFormation and SAM, in
// configuration of Terraform and of the Serverless Framework, and in templates of a definition.
//
// Such a file knows the service that runs a definition, and not the language of it: a dialect states which service that is. What is found
// is a tree of the definition whose places are in the outer file, down to the column, whatever lies between: block scalars of YAML, strings
// of JSON with escapes, heredocs whose indentation is taken away, and functions of the outer format that join texts. Values that are known
// only at deployment become placeholders, ${Name}.
package embedded
