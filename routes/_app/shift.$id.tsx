import { createFileRoute } from '@tanstack/react-router'
import { ShiftScreen } from '#features/assignments/web/ShiftScreen.tsx'

export const Route = createFileRoute('/_app/shift/$id')({
  staticData: { access: 'any', title: 'Shift' },
  component: ShiftScreen,
})
