# The machines of a bakery. Variables and local values are in other files of the module.

resource "aws_sfn_state_machine" "bread" {
  name     = "bread-${var.stage}"
  role_arn = aws_iam_role.bakery.arn

  definition = <<-EOF
    {
      "StartAt": "Knead",
      "States": {
        "Knead": {"Type": "Task", "Resource": "${local.prefix}:knead", "Next": "Rise"},
        "Rise": {"Type": "Wait", "Seconds": ${var.rising.minutes * 60}, "Next": "Bake"},
        "Bake": {"Type": "Task", "Resource": "${aws_lambda_function.bake.arn}", "End": true}
      }
    }
  EOF
}

resource "aws_sfn_state_machine" "cake" {
  name       = "cake"
  role_arn   = aws_iam_role.bakery.arn
  definition = jsonencode(local.cake)
}

resource "aws_sfn_state_machine" "rolls" {
  name       = "rolls"
  role_arn   = aws_iam_role.bakery.arn
  definition = templatefile("${path.module}/${local.folder}/rolls.asl.json.tpl", local.rolls)
}

resource "aws_sfn_state_machine" "clean" {
  name       = "clean"
  role_arn   = aws_iam_role.bakery.arn
  definition = file("${path.module}/${local.folder}/clean.asl.json")
}
