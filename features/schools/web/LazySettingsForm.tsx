import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { SettingsForm } from './SettingsForm.tsx'

const Form = lazy(() => import('./SettingsForm.tsx').then((file) => ({ default: file.SettingsForm })))

/** The form of a school's rules and settings, loaded separately so that the content above it appears first. */
export function LazySettingsForm(props: ComponentProps<typeof SettingsForm>): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="form" />}>
      <Form {...props} />
    </Suspense>
  )
}
