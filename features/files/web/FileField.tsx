import { ActionIcon, Input, Progress, VisuallyHidden } from '@mantine/core'
import {
  IconCamera,
  IconFile,
  IconRefresh,
  IconRotateClockwise,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { PlainButton } from '#ui/PlainButton.tsx'
import classes from './FileField.module.css'
import type { UploadItem, Uploads } from './use-uploads.ts'

type FileFieldProps = {
  label: string
  description?: string
  /** From `useUploads`: the form keeps it, so that nothing is lost if it is refused. */
  uploads: Uploads
  /** The form's error for this field. */
  error?: ReactNode
  required?: boolean
  disabled?: boolean
}

const ACCEPT = '.pdf,.jpg,.jpeg,.png,.heic,.heif,application/pdf,image/jpeg,image/png,image/heic'
const HINT = 'PDF, JPEG, PNG or HEIC, at most 20 MB each. Several pages are fine.'

/** The files of a form, by camera, choice or drop; each has its own progress and can be turned, removed or tried again. */
export function FileField({
  label,
  description = HINT,
  uploads,
  error,
  required,
  disabled,
}: FileFieldProps): ReactNode {
  const id = useId()
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function take(list: FileList | null): void {
    if (!disabled) uploads.add([...(list ?? [])])
  }
  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const input = (isCamera: boolean): ReactNode => (
    <input
      ref={isCamera ? camera : files}
      type="file"
      hidden
      {...(isCamera
        ? { accept: 'image/*', capture: 'environment' as const }
        : { accept: ACCEPT, multiple: true })}
      data-testid={isCamera ? `${id}-camera` : `${id}-files`}
      onChange={(event) => {
        take(event.currentTarget.files)
        // So that the same file can be chosen again after it was removed.
        event.currentTarget.value = ''
      }}
    />
  )

  return (
    <Input.Wrapper
      labelElement="div"
      label={label}
      description={description}
      error={error}
      required={required}
      id={id}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is an extra: the buttons inside do all of it */}
      <fieldset
        aria-label={label}
        aria-describedby={
          [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
        className={classes.drop}
        data-over={isOver || undefined}
        data-wrong={Boolean(error) || undefined}
        // A refused form focuses this element.
        data-error={Boolean(error) || undefined}
        tabIndex={-1}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={classes.camera}>
          <PlainButton variant="default" disabled={disabled} onClick={() => camera.current?.click()}>
            <IconCamera size={18} aria-hidden /> Take a photo
          </PlainButton>
        </span>
        <PlainButton variant="default" disabled={disabled} onClick={() => files.current?.click()}>
          <IconUpload size={18} aria-hidden /> Choose files
        </PlainButton>
        <span className={classes.hint}>or drop them here</span>
        {input(true)}
        {input(false)}
        {/* A dialog asks about this field before it closes. */}
        <input type="hidden" value={uploads.lostKeys.join(' ')} />
      </fieldset>
      {uploads.items.length > 0 && (
        <ul className={classes.files} aria-label={`Files: ${label}`}>
          {uploads.items.map((item) => (
            <FileRow key={item.key} item={item} uploads={uploads} disabled={disabled ?? false} />
          ))}
        </ul>
      )}
      <VisuallyHidden component="output">{announcement(uploads.items)}</VisuallyHidden>
    </Input.Wrapper>
  )
}

function FileRow({
  item,
  uploads,
  disabled,
}: {
  item: UploadItem
  uploads: Uploads
  disabled: boolean
}): ReactNode {
  const { key, name, thumb, state, progress, error, mayRetry } = item
  const isMoving = state === 'uploading' || state === 'waiting' || state === 'checking'
  return (
    <li className={classes.file} data-failed={state === 'failed' || undefined}>
      {thumb ? (
        <img src={thumb} alt="" className={classes.thumb} />
      ) : (
        <span className={classes.thumb}>
          <IconFile size={22} aria-hidden />
        </span>
      )}
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        <span className={classes.state}>{state === 'failed' ? error : stateText(state, progress)}</span>
        {isMoving && <Progress value={progress * 100} size="sm" aria-label={`Upload of ${name}`} />}
      </div>
      <div className={classes.actions}>
        {state === 'failed' && mayRetry && (
          <Action label={`Try ${name} again`} disabled={disabled} onClick={() => uploads.retry(key)}>
            <IconRefresh size={20} aria-hidden />
          </Action>
        )}
        {thumb && (
          <Action label={`Rotate ${name}`} disabled={disabled} onClick={() => uploads.rotate(key)}>
            <IconRotateClockwise size={20} aria-hidden />
          </Action>
        )}
        <Action label={`Remove ${name}`} disabled={disabled} onClick={() => uploads.remove(key)}>
          <IconTrash size={20} aria-hidden />
        </Action>
      </div>
    </li>
  )
}

type ActionProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }
const Action = ({ label, children, ...rest }: ActionProps): ReactNode => (
  <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} title={label} {...rest}>
    {children}
  </ActionIcon>
)

function stateText(state: UploadItem['state'], progress: number): string {
  switch (state) {
    case 'preparing':
      return 'Preparing…'
    case 'waiting':
      return 'No connection. The upload continues when you are back online.'
    case 'checking':
      return 'Checking…'
    case 'ready':
      return 'Uploaded'
    default:
      return `Uploading, ${Math.round(progress * 100)}%`
  }
}

/** What a screen reader announces as it changes: no percentages. */
function announcement(items: readonly UploadItem[]): string {
  const count = (state: UploadItem['state']): number => items.filter((item) => item.state === state).length
  const [ready, failed, waiting] = [count('ready'), count('failed'), count('waiting')]
  return [
    items.length > 0 && `${ready} of ${items.length} ${items.length === 1 ? 'file' : 'files'} uploaded.`,
    waiting > 0 && 'No connection.',
    failed > 0 && `${failed} failed: ${items.find(({ state }) => state === 'failed')?.error ?? ''}`,
  ]
    .filter(Boolean)
    .join(' ')
}
