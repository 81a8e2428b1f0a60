import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { SitePage, useSend } from '#features/public-pages/web/public.ts'
import { FormErrors } from '#ui/Form.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { PatientDataNotice } from '#ui/PatientDataNotice.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PlainField, PlainSelect, PlainTextarea } from '#ui/PlainField.tsx'
import type { ContactMessage } from '../contract.ts'
import { problemsOf, type Problems, topicLabels } from '../rules.ts'
import classes from './ContactScreen.module.css'

const empty = {
  name: '',
  email: '',
  organization: '',
  topic: '' as ContactMessage['topic'] | '',
  message: '',
}
type Written = typeof empty

const topics = Object.entries(topicLabels).map(([value, label]) => ({ value, label }))

/** Brings what was answered into view: on a phone the button that was pressed is far below it. */
const focused = (answer: HTMLElement | null) => answer?.focus()

/** Writes to the operator of this installation; the text stays until it has arrived. */
export function ContactScreen(): ReactNode {
  const [written, setWritten] = useState(empty)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const { send, isSending } = useSend('/contact-messages')
  const [sentTo, setSentTo] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  /** A message has one id, however often it is sent. */
  const id = useRef<string>(undefined)

  // Visitors can type before this code has loaded. React takes over the fields with their text, and would clear it at the next letter.
  useEffect(() => {
    const early = [...new FormData(form.current!)].filter(([name, value]) => name in empty && value !== '')
    if (early.length > 0) setWritten((before) => ({ ...before, ...Object.fromEntries(early) }))
  }, [])

  const focusOn = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const tell = (wrong: Problems, words?: string) => {
    setProblems(wrong)
    setFailure(words)
    focusOn(words ? '[role="alert"]' : '[aria-invalid="true"]')
  }
  const field = (name: keyof Written) => ({
    name,
    value: written[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setWritten((before) => ({ ...before, [name]: value }))
      setProblems(({ [name]: _solved, ...others }) => others)
    },
  })

  const tick = usePatientTick()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const wrong = problemsOf(written)
    if (Object.keys(wrong).length) return tell(wrong)
    id.current ??= newId()
    const website = trap.current?.value ?? ''
    const { refusal } = await send({ ...written, id: id.current, website, ...tick.sent })
    if (refusal) {
      const named = (refusal.data as { fieldErrors?: Problems } | undefined)?.fieldErrors
      return named ? tell(named) : tell({}, `${refusal.message} Your message is still here.`)
    }
    setSentTo(written.email.trim())
    setWritten(empty)
    id.current = undefined
    tell({})
  }

  return (
    <SitePage
      title="Write to us"
      description="Ask about Placewell for your school, hospital or clinic, report a problem, or get help. We reply by email."
      lead="Ask a question, report a problem, or get help. Our team replies by email."
      width="narrow"
    >
      {sentTo ? (
        <output className={classes.sent} tabIndex={-1} ref={focused}>
          <h2>Your message is on its way</h2>
          <p>We’ll reply to {sentTo}. A confirmation is on its way there too.</p>
          <PlainButton variant="default" onClick={() => setSentTo(undefined)}>
            Write another message
          </PlainButton>
        </output>
      ) : (
        <form
          ref={form}
          onSubmit={(event) => void submit(event)}
          noValidate
          aria-busy={isSending}
          className={classes.form}
        >
          <FormErrors errors={problems} failure={failure} />
          <div className={classes.pair}>
            <PlainField label="Your name" required autoComplete="name" maxLength={250} {...field('name')} />
            <PlainField
              label="Email"
              required
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              {...field('email')}
            />
          </div>
          <div className={classes.pair}>
            <PlainField
              label="School or facility"
              autoComplete="organization"
              maxLength={250}
              {...field('organization')}
            />
            <PlainSelect
              label="What is it about?"
              required
              placeholder="Choose one"
              options={topics}
              {...field('topic')}
            />
          </div>
          <PlainTextarea
            label="Message"
            required
            rows={8}
            description="No patient data, please: no names, numbers or stories by which a patient could be known."
            {...field('message')}
          />
          <PatientDataNotice text={written.message} name="message" tick={tick} />
          <div className={classes.trap} aria-hidden>
            <label>
              Leave this empty
              <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <div>
            <PlainButton type="submit" size="md" loading={isSending}>
              Send message
            </PlainButton>
          </div>
        </form>
      )}
    </SitePage>
  )
}

/** A random id that also works on an insecure page, without `crypto.randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
