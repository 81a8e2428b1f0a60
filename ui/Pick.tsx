import {
  CheckIcon,
  type ComboboxItem,
  Group,
  MultiSelect,
  type MultiSelectProps,
  type OptionsFilter,
  Select,
  type SelectProps,
  Text,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { matchingPicks, type PickItem } from './picks.ts'

/** Undefined while they load, and if they could not be loaded (`ChoicesFailed` says so). */
type Among = { among: readonly PickItem[] | undefined }

type Own = 'data' | 'filter' | 'renderOption' | 'searchable' | 'limit' | 'onSearchChange'

/**
 * A select for one of several loaded items, found by part of the name, for choices that depend on more than a name. To choose any item of a
 * kind, use `EntitySelect` of features/entities, which asks the server.
 */
export function PickOne({ among, ...props }: Omit<SelectProps, Own> & Among): ReactNode {
  return (
    <Select
      {...useTyping(among)}
      allowDeselect={props.clearable ?? false}
      placeholder="Search by name"
      {...props}
      // Forms also store an empty choice as an empty text.
      {...(props.value !== undefined && { value: props.value || null })}
      {...optionsOf(among, true)}
    />
  )
}

/** A select for several of the loaded items. */
export function PickSeveral({ among, ...props }: Omit<MultiSelectProps, Own> & Among): ReactNode {
  return <MultiSelect {...useTyping(among)} {...props} {...optionsOf(among)} />
}

/** Enter chooses the first that fits what was typed. */
function useTyping(among: Among['among']) {
  const [typed, onSearchChange] = useState('')
  return {
    searchable: true,
    selectFirstOptionOnChange: typed !== '',
    onSearchChange,
    maxDropdownHeight: 300,
    nothingFoundMessage: among ? 'No matches for this name' : 'Not loaded yet',
  }
}

const MORE = 'more'

/** `isOne`: the field shows the detail of what was chosen too, because the name alone may be that of another. */
function optionsOf(among: readonly PickItem[] = [], isOne = false) {
  const items = new Map(among.map((item) => [item.id, item]))
  const filter: OptionsFilter = ({ options, search }) => {
    const named = (options as ComboboxItem[]).map((option) => ({
      ...option,
      name: option.label,
      detail: items.get(option.value)?.detail,
    }))
    const { rendered, left } = matchingPicks(named, search)
    return left > 0
      ? [...rendered, { value: MORE, label: `And ${left} more. Type part of the name.`, disabled: true }]
      : rendered
  }
  return {
    data: among.map(({ id, name, detail, isDisabled = false }) => ({
      value: id,
      label: isOne && detail ? `${name} · ${detail}` : name,
      disabled: isDisabled,
    })),
    filter,
    renderOption: ({ option, checked }: { option: ComboboxItem; checked?: boolean }) => (
      <PickOption name={option.label} {...items.get(option.value)} isChosen={checked ?? false} />
    ),
  }
}

/** An option: the name, and below it what distinguishes it from others. */
export function PickOption({
  name,
  detail,
  isChosen = false,
}: Pick<PickItem, 'name' | 'detail'> & { isChosen?: boolean }): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap" w="100%">
      <div>
        <div>{name}</div>
        {detail && (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
      {isChosen && <CheckIcon size={12} aria-hidden />}
    </Group>
  )
}
