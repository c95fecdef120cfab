{
  "StartAt": "Inspect",
  "States": {
    "Inspect": {
      "Type": "Task",
      "Resource": "${inspect_arn}",
      "Next": "Store"
    },
    "Store": {
      "Type": "Task",
      "Resource": "arn:aws:states:::dynamodb:putItem",
      "Parameters": {
        "TableName": "${table}",
        "Item": {"id": {"S.$": "$.id"}, "note": {"S": "costs $${amount}"}}
      },
%{ if notify ~}
      "Next": "Notify"
    },
    "Notify": {
      "Type": "Pass",
%{ endif ~}
      "End": true
    }
  }
}
