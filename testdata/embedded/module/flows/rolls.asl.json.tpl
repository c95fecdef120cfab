{
  "StartAt": "Pause",
  "States": {
    "Pause": {"Type": "Wait", "Seconds": ${pause}, "Next": "Bake"},
    "Bake": {"Type": "Task", "Resource": "${bake}", "End": true}
  }
}
