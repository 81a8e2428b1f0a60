import { AuthLayout, type AuthLayoutProps } from './AuthLayout.tsx'
import { MantineScope } from './MantineScope.tsx'

/** AuthLayout with Mantine's components allowed inside. */
export function AuthFrame(props: AuthLayoutProps) {
  return (
    <MantineScope>
      <AuthLayout {...props} />
    </MantineScope>
  )
}
