/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list that narrows while someone types has no tag of its own */
import { type KeyboardEvent, useId, useState } from 'react'

import { type Around, Field } from './PlainField.tsx'
import fields from './PlainField.module.css'
import classes from './PlainCombobox.module.css'

export interface ComboboxOption {
  value: string
  label: string
}

interface PlainComboboxProps extends Around {
  required?: boolean
  placeholder?: string
  /** The text in the field. */
  text: string
  onType: (text: string) => void
  /** The suggestions for the text. */
  options: readonly ComboboxOption[]
  onChoose: (option: ComboboxOption) => void
  /** Shown if there are no options: why, or what to do. */
  note: string
}

/** A text field with a list of suggestions (WAI-ARIA combobox); needs no Mantine. */
export function PlainCombobox(props: PlainComboboxProps) {
  const { label, description, error, required, placeholder, text, onType, options, onChoose, note } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const isListed = isOpen && options.length > 0
  const current = isListed ? options[at] : undefined

  function choose(option: ComboboxOption) {
    setOpen(false)
    setAt(-1)
    onChoose(option)
  }
  function follow(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (isListed)
        setAt(at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      choose(current)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return (
    <Field label={label} description={description} error={error} required={required}>
      {(wiring) => (
        <div className={classes.around}>
          <input
            {...wiring}
            className={fields.input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={isListed ? id : undefined}
            aria-activedescendant={current && `${id}-${at}`}
            required={required}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setOpen(true)
              setAt(-1)
              onType(event.currentTarget.value)
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={follow}
          />
          {isListed && (
            <div id={id} role="listbox" aria-label={label} className={classes.list}>
              {options.map((option, index) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys and the focus are the input's
                <div
                  key={option.value}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  // The field keeps the focus.
                  onPointerDown={(event) => event.preventDefault()}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  {option.label}
                </div>
              ))}
            </div>
          )}
          <output>{isOpen && !isListed && <span className={classes.list}>{note}</span>}</output>
        </div>
      )}
    </Field>
  )
}
