import { createFileRoute } from '@tanstack/react-router'
import { CanvasScreen } from '#features/canvas-connections/web/CanvasScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/canvas-integration')({
  staticData: { access: [], title: 'Canvas integration' },
  validateSearch: listSearch,
  component: CanvasScreen,
})
