# Four state machines, each with its definition written in another way.

locals {
  refund = jsonencode({
    StartAt = "Find payment"
    States = {
      "Find payment" = {
        Type       = "Task"
        Resource   = aws_lambda_function.find.arn
        ResultPath = "$.payment"
        Next       = "Refund"
      }
      Refund = { Type = "Pass", End = true }
    }
  })
}

resource "aws_lambda_function" "charge" {
  function_name = "charge"
}

resource "aws_sfn_state_machine" "order" {
  name     = "order"
  role_arn = aws_iam_role.order.arn

  definition = <<-EOF
    {
      "StartAt": "Charge",
      "States": {
        "Charge": {
          "Type": "Task",
          "Resource": "${aws_lambda_function.charge.arn}",
          "Next": "Grace period"
        },
        "Grace period": {
          "Type": "Wait",
          "Seconds": ${var.grace_period},
          "Next": "Ship"
        },
        "Ship": {
          "Type": "Task",
          "Resource": "${lookup(var.functions, "ship")}",
          "End": true
        }
      }
    }
  EOF
}

resource "aws_sfn_state_machine" "refund" {
  name       = "refund"
  role_arn   = aws_iam_role.refund.arn
  definition = local.refund
}

resource "aws_sfn_state_machine" "return" {
  name     = "return"
  role_arn = aws_iam_role.return.arn
  definition = templatefile("${path.module}/flows/return.asl.json.tpl", {
    inspect_arn = aws_lambda_function.inspect.arn
    notify      = var.notify
    table       = "returns"
  })
}

module "audit" {
  source     = "terraform-aws-modules/step-functions/aws"
  name       = "audit"
  definition = jsonencode(yamldecode(file("${path.module}/flows/audit.asl.yaml")))
}
