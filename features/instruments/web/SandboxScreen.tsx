import { lazy, type ReactNode, Suspense } from 'react'
import { PublicFrame } from '#ui/PublicFrame.tsx'

// The form loads after the frame that every public page has; until then nothing here may need Mantine.
const Sandbox = lazy(() => import('./Sandbox.tsx').then((file) => ({ default: file.Sandbox })))

/** A public sandbox of the semester evaluation: anyone can try a form, nothing is stored (Spec §2: /test/semester-evaluation). */
export function SandboxScreen(): ReactNode {
  return (
    <PublicFrame nav={[{ label: 'Sign in', href: '/login' }]}>
      <Suspense fallback={<output>Loading the form…</output>}>
        <Sandbox />
      </Suspense>
    </PublicFrame>
  )
}
