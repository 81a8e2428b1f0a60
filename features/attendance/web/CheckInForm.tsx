import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { TextField } from '#ui/TextField.tsx'
import { type Located, locate } from '#ui/locate.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { OwnAttendance } from '../contract.ts'
import { codeIn } from '../rules.ts'
import classes from './CheckIn.module.css'

// The QR reader is loaded only when opened.
const ScanCode = lazy(() => import('./ScanCode.tsx').then((file) => ({ default: file.ScanCode })))

/** A student's proof of being there. */
export type Proof = { code?: string; location?: Located; reason?: string | null; tick?: NoPatientNamed }

type CheckInFormProps = {
  record: OwnAttendance
  now: string
  isBusy: boolean
  /** The last attempt was refused because it came from outside the site. */
  isOutside: boolean
  /** The reason that was refused with it. */
  typed: string | undefined
  onSend: (proof: Proof) => void
  onRefused: (why: string) => void
}

/** Check-in: by location if the site's pin is confirmed, by the instructor's code everywhere. */
export function CheckInForm(props: CheckInFormProps): ReactNode {
  const byLocation = props.record.has_location && props.now <= props.record.location_until
  return (
    <div className={classes.panel}>
      {byLocation && <ByLocation {...props} />}
      <ByCode {...props} isSecond={byLocation} />
    </div>
  )
}

function ByLocation({ isBusy, isOutside, typed, onSend, onRefused }: CheckInFormProps): ReactNode {
  const [isLocating, setLocating] = useState(false)
  async function send(reason: string | null, tick: NoPatientNamed = {}): Promise<void> {
    setLocating(true)
    try {
      onSend({ location: await locate(), reason, tick })
    } catch (error) {
      onRefused(`${(error as Error).message} Enter the code that your instructor shows.`)
    }
    setLocating(false)
  }
  const [sendFromHere, dialog] = useAction({
    label: 'Check in from here…',
    ask: () => ({
      title: 'Check in from here?',
      body: 'Your instructor sees how far from the site you are, and why.',
      reason: { label: 'Why are you not at the site?', isRequired: true, initial: typed },
    }),
    run: (_, { reason, tick }) => send(reason, tick),
  })
  return (
    <>
      <Button size="md" loading={isLocating || isBusy} onClick={() => void send(null)}>
        {isOutside ? 'Try my location again' : 'Check in with your location'}
      </Button>
      {isOutside && (
        <Button variant="default" loading={isLocating || isBusy} onClick={() => sendFromHere({})}>
          Check in from here…
        </Button>
      )}
      {dialog}
    </>
  )
}

function ByCode({ record, isBusy, isSecond, onSend }: CheckInFormProps & { isSecond: boolean }): ReactNode {
  // A code in the address: the phone's own camera read it from the instructor's screen.
  const [code, setCode] = useState(() => new URLSearchParams(globalThis.location?.search).get('code') ?? '')
  const [isScanning, scan] = useState(false)
  function takeScanned(text: string): string | undefined {
    const read = codeIn(text, record.shift_id)
    if (read === undefined) return 'This is not the code of this shift.'
    scan(false)
    setCode(read)
    onSend({ code: read })
    return undefined
  }
  if (isScanning)
    return (
      <Suspense fallback={<Skeletons shape="text" />}>
        <ScanCode onRead={takeScanned} onClose={() => scan(false)} />
      </Suspense>
    )
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ code: code.trim() })
      }}
    >
      <Button
        variant="default"
        size="md"
        leftSection={<IconQrcode size={20} aria-hidden />}
        onClick={() => scan(true)}
      >
        Scan the code
      </Button>
      <TextField
        className={classes.code}
        label="Code"
        description="Your instructor shows it. It changes every 30 seconds."
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={6}
        required
      />
      <Button type="submit" size="md" variant={isSecond ? 'default' : 'filled'} loading={isBusy}>
        Check in
      </Button>
    </form>
  )
}
