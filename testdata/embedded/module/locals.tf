locals {
  prefix = "arn:aws:lambda:${var.region}:111122223333:function"
  folder = "flows"

  rolls = {
    pause = var.rising.minutes
    bake  = "${local.prefix}:bake"
  }

  cake = {
    StartAt = "Stir"
    States = {
      Stir = {
        Type           = "Task"
        Resource       = "${local.prefix}:stir"
        TimeoutSeconds = var.timeout
        Next           = "Cool"
      }
      Cool = { Type = "Wait", Seconds = var.stage == "prod" ? 900 : 30, End = true }
    }
  }
}
