export type Mail = { subject: string; text: string; html: string }

export type StoredMessage = {
  id: string
  name: string
  email: string
  organization: string
  topic: string
  message: string
}
