import { CloseButton, Input } from '@mantine/core'
import { IconFile, IconUpload } from '@tabler/icons-react'
import { useId, useState, type DragEvent } from 'react'
import { sizeText } from '#core/number-text.ts'

import classes from './FileDrop.module.css'

interface FileDropProps {
  label: string
  description?: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Same as the native attribute: ".pdf,.png". */
  accept?: string
  multiple?: boolean
  /** Per file; larger ones are refused with a message. */
  maxBytes?: number
  error?: React.ReactNode
  required?: boolean
  disabled?: boolean
}

/** Choosing files by button, keyboard or drop, with a native file input underneath. */
export function FileDrop(props: FileDropProps) {
  const {
    label,
    description,
    files,
    onChange,
    accept,
    multiple = false,
    maxBytes,
    error,
    required,
    disabled,
  } = props
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const id = useId()
  const message = refused ?? error

  function take(list: FileList | null) {
    const chosen = [...(list ?? [])]
    if (chosen.length === 0) return
    const wrong = chosen.find(
      (file) => !fits(file, accept) || (maxBytes !== undefined && file.size > maxBytes),
    )
    setRefused(wrong && refusal(wrong, accept, maxBytes))
    const good = chosen.filter(
      (file) => fits(file, accept) && (maxBytes === undefined || file.size <= maxBytes),
    )
    if (good.length > 0) onChange(multiple ? [...files, ...good] : good.slice(0, 1))
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }

  return (
    <Input.Wrapper label={label} description={description} error={message} required={required} id={id}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is an extra: the input inside does all of it */}
      <label
        className={classes.drop}
        data-over={isOver || undefined}
        data-disabled={disabled || undefined}
        data-wrong={Boolean(message) || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          className={classes.input}
          aria-label={label}
          aria-invalid={Boolean(message)}
          aria-describedby={
            [description && `${id}-description`, message && `${id}-error`].filter(Boolean).join(' ') ||
            undefined
          }
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          required={required}
          onChange={(event) => {
            take(event.currentTarget.files)
            // So that the same file can be chosen again after it was removed.
            event.currentTarget.value = ''
          }}
        />
        <IconUpload size={20} aria-hidden />
        <span>
          <span className={classes.choose}>{multiple ? 'Choose files' : 'Choose a file'}</span> or drop{' '}
          {multiple ? 'them' : 'it'} here
        </span>
      </label>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file, index) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`}>
              <IconFile size={16} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{sizeText(file.size)}</span>
              <CloseButton
                size="sm"
                aria-label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => onChange(files.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  )
}

function fits(file: File, accept: string | undefined): boolean {
  if (!accept) return true
  const name = file.name.toLowerCase()
  return accept
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())
    .some((rule) =>
      rule.startsWith('.')
        ? name.endsWith(rule)
        : rule.endsWith('/*')
          ? file.type.startsWith(rule.slice(0, -1))
          : file.type === rule,
    )
}

const refusal = (file: File, accept: string | undefined, maxBytes: number | undefined) =>
  fits(file, accept)
    ? `${file.name} is larger than ${sizeText(maxBytes ?? 0)}.`
    : `${file.name} is not one of the accepted kinds (${accept}).`
