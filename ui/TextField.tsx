import { TextInput, type TextInputProps } from '@mantine/core'
import { tooLong } from './too-long.ts'

/** A text input with a maximum length: takes the props of `form.field(path)`, and says how many characters are too many. */
export function TextField({ maxLength, error, ...props }: TextInputProps) {
  return <TextInput {...props} error={error ?? tooLong(props.value, maxLength)} />
}
