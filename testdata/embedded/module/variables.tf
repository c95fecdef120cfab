variable "stage" {
  type    = string
  default = "dev"
}

variable "region" {
  default = "eu-central-1"
}

variable "timeout" {
  type    = number
  default = 45
}

variable "rising" {
  type    = object({ minutes = number })
  default = { minutes = 2 }
}
