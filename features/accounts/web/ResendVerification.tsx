import { type ReactNode, useState } from 'react'
import { PlainButton } from '#ui/PlainButton.tsx'
import { toast } from '#ui/toast.ts'
import { authCalls } from './auth-calls.ts'

/** Sends the verification email again; the response is the same for every address. */
export function ResendVerification({ email }: { email: string }): ReactNode {
  const [isSending, setSending] = useState(false)
  const [said, say] = useState<string>()
  async function resend() {
    setSending(true)
    await authCalls.resendVerification(email).then(
      ({ message }) => say(message),
      (error: Error) => toast.error('Error', error.message),
    )
    setSending(false)
  }
  return (
    <div>
      <PlainButton variant="light" loading={isSending} onClick={() => void resend()}>
        Send the link again
      </PlainButton>
      <p>
        <output>{said}</output>
      </p>
    </div>
  )
}
