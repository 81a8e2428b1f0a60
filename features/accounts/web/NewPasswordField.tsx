import { IconCheck, IconCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { PlainPassword } from '#ui/PlainField.tsx'
import { passwordHints, passwordMaxLength } from '../rules.ts'
import { isCommonPassword, type NewPassword, type NewPasswordValues } from './new-password.ts'
import classes from './NewPasswordField.module.css'

type Field = (path: 'password') => object

type NewPasswordFieldProps<Values extends NewPasswordValues> = {
  form: { values: Values; field: Field }
  newPassword: NewPassword<Values>
  /** "New password" if there is an old one. */
  label?: string
}

/** A new password with a button to reveal it, and hints that check themselves off while typing; pasting is allowed. */
export function NewPasswordField<Values extends NewPasswordValues>({
  form,
  newPassword,
  label = 'Password',
}: NewPasswordFieldProps<Values>): ReactNode {
  const { password } = form.values
  const known = passwordHints(password, newPassword.contextOf(form.values))
  const isUncommon = useUncommon(
    password,
    known.every((hint) => hint.ok),
  )
  const hints = known.map((hint) => (hint.id === 'pattern' ? { ...hint, ok: hint.ok && isUncommon } : hint))
  const open = hints.filter((hint) => !hint.ok).length
  return (
    <div>
      <PlainPassword
        label={label}
        autoComplete="new-password"
        required
        maxLength={passwordMaxLength * 2}
        {...form.field('password')}
      />
      <ul className={classes.hints} aria-label="What the password needs">
        {hints.map(({ id, text, ok }) => (
          <li key={id} data-ok={ok || undefined}>
            {ok ? <IconCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
            <span>
              {text}
              <span className={classes.said}>{ok ? ', done' : ', still missing'}</span>
            </span>
          </li>
        ))}
      </ul>
      <output className={classes.said}>
        {password && (open ? `${open} of ${hints.length} still missing` : 'The password can be used')}
      </output>
    </div>
  )
}

const PAUSE_MS = 400

/**
 * False while the password may be common. Asks the server after a pause in typing, once every other hint is
 * met; until the response arrives, the hint stays unmet. Without a response, submitting the form asks again.
 */
function useUncommon(password: string, isReady: boolean): boolean {
  const [checked, setChecked] = useState({ password: '', isCommon: true })
  useEffect(() => {
    if (!isReady) return
    let isStale = false
    const timer = setTimeout(() => {
      isCommonPassword(password).then(
        (isCommon) => isStale || setChecked({ password, isCommon }),
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [password, isReady])
  return !isReady || (checked.password === password && !checked.isCommon)
}
