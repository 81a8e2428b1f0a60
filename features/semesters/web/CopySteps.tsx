import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, FormErrors } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import type { Semester } from '../contract.ts'
import { deltaOf } from '../rules/copying.ts'
import classes from './CopyDialog.module.css'
import { CopyOptionsFields } from './CopyOptionsFields.tsx'
import { CopyPreview } from './CopyPreview.tsx'
import { CopyTargetFields } from './CopyTargetFields.tsx'
import { daysMoved } from './copy-words.ts'
import { type CopyDraft, useCopyDraft } from './use-copy-draft.ts'

const steps = ['Destination', 'What', 'Review'] as const

type CopyStepsProps = {
  source: Semester
  all: readonly Semester[]
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
  onCopied: (target: Semester) => void
}

/** The steps of copying a semester, one at a time, with the way to the next. */
export function CopySteps({ source, all, onDirty, onCancel, onCopied }: CopyStepsProps): ReactNode {
  const draft = useCopyDraft(source, all, onCopied)
  const { step, isDirty } = draft
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  // The button that was clicked may have changed, so keyboard focus moves to the top of the step.
  const panel = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) panel.current?.focus()
    shown.current = step
  }, [step])

  return (
    <div className={classes.dialog}>
      <ol className={classes.steps} aria-label="Steps">
        {steps.map((label, index) => (
          <li
            key={label}
            aria-current={index === step ? 'step' : undefined}
            data-done={index < step || undefined}
          >
            <span aria-hidden>{index + 1}</span>
            {label}
          </li>
        ))}
      </ol>
      <section ref={panel} tabIndex={-1} aria-label={steps[step]} className={classes.panel}>
        <Step draft={draft} source={source} all={all} />
      </section>
      <Footer draft={draft} source={source} onCancel={onCancel} />
    </div>
  )
}

type PartProps = { draft: CopyDraft; source: Semester }

function Step({ draft, source, all }: PartProps & { all: readonly Semester[] }): ReactNode {
  const { step, form, copy } = draft
  if (step === 0)
    return (
      <Form form={form} label="Destination">
        <div className={classes.step}>
          <CopyTargetFields
            source={source}
            all={all}
            form={form}
            ownId={draft.newId}
            kind={draft.kind}
            onKind={draft.setKind}
            existingId={draft.existingId}
            onExisting={draft.setExistingId}
            mode={draft.mode}
            onMode={draft.setMode}
          />
        </div>
      </Form>
    )
  if (step === 1)
    return (
      <div className={classes.step}>
        <CopyOptionsFields options={draft.options} onChange={draft.setOptions} />
      </div>
    )
  return (
    <div className={classes.step}>
      <CopyPreview
        query={draft.preview}
        choices={draft.choices}
        onChoose={draft.setChoices}
        targetName={draft.targetName}
      />
      {copy.isError && <FormErrors errors={{}} failure={`Failed to copy semester: ${copy.error.message}`} />}
    </div>
  )
}

function Footer({ draft, source, onCancel }: PartProps & { onCancel: () => void }): ReactNode {
  const { step, start, mode, isNothing, copy } = draft
  const isFirst = step === 0
  return (
    <FormFooter
      isSticky
      note={
        <output>
          {isNothing
            ? 'Nothing to copy: every shift is left out.'
            : start && `Shifts move: ${daysMoved(deltaOf(mode, source.start_date, start)).toLowerCase()}`}
        </output>
      }
    >
      <Button
        variant="default"
        disabled={copy.isPending}
        data-leaves={isFirst || undefined}
        onClick={isFirst ? onCancel : draft.back}
      >
        {isFirst ? 'Cancel' : 'Back'}
      </Button>
      {step < 2 ? (
        <Button onClick={draft.next} disabled={!draft.mayGoOn}>
          Next
        </Button>
      ) : (
        <Button loading={copy.isPending} disabled={!draft.maySend} onClick={draft.send}>
          Copy semester
        </Button>
      )}
    </FormFooter>
  )
}
