import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'

interface SwitchFilterProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A filter that is on or not set. */
export function SwitchFilter({ label, isOn, onChange }: SwitchFilterProps): ReactNode {
  return (
    <Switch label={label} checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
  )
}
