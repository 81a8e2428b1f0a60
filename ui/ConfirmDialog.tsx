import { Button, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore, type FormEvent } from 'react'

import { patientDataSigns } from '#core/patient-data.ts'
import { focusFirstSoon } from './focus-first.ts'
import { FreeText } from './FreeText.tsx'
import { MantineScope } from './MantineScope.tsx'
import { confirmHost, confirmRequests, type ConfirmRequest } from './confirm-requests.ts'
import { usePatientTick } from './patient-tick.ts'
import { LONGEST_REASON, reasonProblem } from './reason.ts'
import { FormFooter } from './FormFooter.tsx'

/** The dialog that `confirm` shows. */
export function ConfirmDialog() {
  const request = useSyncExternalStore(confirmRequests.subscribe, confirmRequests.current)
  // The last request stays rendered while the dialog closes.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  // Rendered closed first, because an opening dialog notes what had the focus, to return it.
  const isMounted = useSyncExternalStore(confirmHost.subscribe, confirmHost.isMounted)
  useEffect(() => confirmHost.mounted(), [])
  if (!shown) return null
  return (
    <MantineScope>
      <Modal
        opened={isMounted && request !== undefined}
        onClose={() => shown.settle(false)}
        closeOnEscape={false} // answerEscape
        returnFocus={!shown.asker?.isConnected}
        data-question
        title={shown.title}
        size="md"
      >
        <Question key={shown.title} request={shown} />
      </Modal>
    </MantineScope>
  )
}

function Question({ request }: { request: ConfirmRequest }) {
  const {
    body,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    isCancelFirst = false,
    reason,
    settle,
  } = request
  const [why, setWhy] = useState(reason?.initial ?? '')
  const tick = usePatientTick()
  const [tried, setTried] = useState(false)
  const problem = reason && reasonProblem(why, reason)
  const namesPatient = !tick.checked && patientDataSigns(why).length > 0

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (problem || namesPatient) return focusFirstSoon(event.currentTarget)
    settle({ ...(why.trim() && { reason: why.trim() }), tick: tick.sent })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {typeof body === 'string' ? <Text size="sm">{body}</Text> : body}
        {reason && (
          <FreeText
            tick={tick}
            label={reason.label}
            placeholder={reason.placeholder}
            required={reason.isRequired ?? false}
            maxLength={LONGEST_REASON}
            minRows={3}
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
            error={
              (tried && problem) ||
              (tried && namesPatient ? 'Remove it, or confirm that no patient is named.' : undefined)
            }
            data-autofocus
          />
        )}
        <FormFooter>
          <Button variant="default" onClick={() => settle(false)} data-autofocus={isCancelFirst || undefined}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            color={danger ? 'red' : 'evergreen'}
            data-autofocus={reason || isCancelFirst ? undefined : true}
          >
            {confirmLabel}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
