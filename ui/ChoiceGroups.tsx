import { NativeSelect } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Choices, commonChoice } from './choices.ts'
import classes from './ChoiceGroups.module.css'
import { PlainButton } from './PlainButton.tsx'

export type ChoiceOption = { value: string; label: string; disabled?: boolean }
export type ChoiceItem = {
  id: string
  /** Text for the list and for the name of its select. */
  label: string
  detail?: ReactNode
  /** Why its choice was refused. */
  error?: string | undefined
  /** Its own options, if they differ from those of its group. */
  options?: readonly ChoiceOption[]
}
export type ChoiceGroup = {
  key: string
  name: string
  detail?: ReactNode
  items: readonly ChoiceItem[]
  options: readonly ChoiceOption[]
}

type OnChoose = (items: readonly ChoiceItem[], choice: string) => void
type ChoiceGroupsProps = {
  label: string
  groups: readonly ChoiceGroup[]
  choices: Choices
  onChoose: OnChoose
  /** The label of the button that opens a group: "Decide day by day". */
  openLabel?: string
}

/** A list of items to decide on in groups: one choice for a group, or one for each of its items. Nothing is preselected. */
export function ChoiceGroups({ label, groups, ...rest }: ChoiceGroupsProps): ReactNode {
  return (
    <ul className={classes.list} aria-label={label} tabIndex={-1}>
      {groups.map((group) => (
        <Group key={group.key} group={group} {...rest} />
      ))}
    </ul>
  )
}

type GroupProps = Omit<ChoiceGroupsProps, 'label' | 'groups'> & { group: ChoiceGroup }

function Group({ group, choices, onChoose, openLabel = 'Decide one by one' }: GroupProps): ReactNode {
  const { items, options, name } = group
  const isRefused = items.some(({ error }) => error)
  const [isOpen, setOpen] = useState(false)
  const isShown = items.length > 1 && (isOpen || isRefused)
  const only = items.length === 1 ? items[0] : undefined
  return (
    <li className={classes.group}>
      <div className={classes.item}>
        <div>
          <div className={classes.name}>{name}</div>
          <div className={classes.detail}>
            {group.detail} {only?.detail}
          </div>
          {only?.error && <div className={classes.error}>{only.error}</div>}
          {items.length > 1 && (
            <PlainButton
              variant="subtle"
              aria-expanded={isShown}
              leftSection={isShown ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
              onClick={() => setOpen(!isOpen)}
            >
              {isShown ? 'Hide the list' : openLabel}
            </PlainButton>
          )}
        </div>
        <ChoiceSelect
          aria-label={name}
          items={items}
          options={only?.options ?? options}
          choices={choices}
          onChoose={onChoose}
        />
      </div>
      {isShown && (
        <ul className={classes.items} aria-label={`Each of ${name}`}>
          {items.map((item) => (
            <li key={item.id} className={classes.item}>
              <div className={classes.detail}>
                {item.label} {item.detail}
                {item.error && <div className={classes.error}>{item.error}</div>}
              </div>
              <ChoiceSelect
                aria-label={`${name}: ${item.label}`}
                items={[item]}
                options={item.options ?? options}
                choices={choices}
                onChoose={onChoose}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type ChoiceSelectProps = {
  items: readonly ChoiceItem[]
  options: readonly ChoiceOption[]
  choices: Choices
  onChoose: OnChoose
  label?: string
  'aria-label'?: string
}

/** One choice for several items; it says so if they were decided one by one. */
export function ChoiceSelect({ items, options, choices, onChoose, ...labels }: ChoiceSelectProps): ReactNode {
  const value = commonChoice(items, choices)
  const isMixed = !value && items.some(({ id }) => choices[id])
  return (
    <NativeSelect
      {...labels}
      value={value}
      data={[
        ...(value ? [] : [{ value: '', label: isMixed ? 'Decided one by one' : 'Choose…' }]),
        ...options,
      ]}
      onChange={({ currentTarget }) => currentTarget.value && onChoose(items, currentTarget.value)}
    />
  )
}
