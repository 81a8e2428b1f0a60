export type Mail = { subject: string; text: string; html: string }

export type KeptMessage = {
  id: string
  name: string
  email: string
  organization: string
  topic: string
  message: string
}
