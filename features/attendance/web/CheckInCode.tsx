import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { codeAddress } from '../rules.ts'
import classes from './AttendanceSheet.module.css'
import { attendance } from './queries.ts'
import { useNow } from '#ui/use-now.ts'

// Loaded once someone shows a code.
const QrCode = lazy(() => import('#ui/QrCode.tsx').then((file) => ({ default: file.QrCode })))

/** With fewer codes left than this, the next are fetched; the remaining ones keep changing meanwhile, even offline. */
const FEW = 20

/** The code that students enter, large enough for a group to read; it changes every 30 seconds. */
export function CheckInCode({ shiftId }: { shiftId: string }): ReactNode {
  const [isShown, show] = useState(false)
  if (!isShown)
    return (
      <Button variant="default" onClick={() => show(true)}>
        Show check-in code
      </Button>
    )
  return <Turning shiftId={shiftId} onHide={() => show(false)} />
}

function Turning({ shiftId, onHide }: { shiftId: string; onHide: () => void }): ReactNode {
  const now = useNow(1_000)
  const codes = useMutation({ ...attendance.codes.mutationOptions(), meta: { quiet: true } })
  const left = (codes.data ?? []).filter(({ until }) => Date.parse(until) > Date.parse(now))
  const [current] = left
  const { mutate } = codes
  const asks = left.length < FEW && !codes.isPending && !codes.isError
  useEffect(() => {
    if (asks) mutate({ shift_id: shiftId })
  }, [asks, mutate, shiftId])
  return (
    <div>
      {current ? (
        <>
          <Suspense fallback={<div className={classes.picture} />}>
            <QrCode
              className={classes.picture}
              text={codeAddress(globalThis.location.origin, shiftId, current.code)}
            />
          </Suspense>
          <output className={classes.code} aria-label="Check-in code">
            {current.code}
          </output>
          <Text
            size="sm"
            ta="center"
          >{`Students scan it, or enter it on the page of this shift. New code in ${Math.max(0, Math.ceil((Date.parse(current.until) - Date.parse(now)) / 1000))} s.`}</Text>
        </>
      ) : codes.isError ? (
        <Banner
          kind="warning"
          title={messageOf(codes.error)}
          action={<Button onClick={() => mutate({ shift_id: shiftId })}>Try again</Button>}
        />
      ) : (
        <p className={classes.code}>······</p>
      )}
      <Button variant="subtle" color="gray" fullWidth onClick={onHide}>
        Hide code
      </Button>
    </div>
  )
}
