import { AuthLayout, type AuthLayoutProps } from './AuthLayout.tsx'
import { MantineScope } from './MantineScope.tsx'

/** AuthLayout in which Mantine's components can be used. */
export function AuthFrame(props: AuthLayoutProps) {
  return (
    <MantineScope>
      <AuthLayout {...props} />
    </MantineScope>
  )
}
