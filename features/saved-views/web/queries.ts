import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { SavedView, savedViewsContract } from '../contract.ts'

export const savedViews = featureApi<typeof savedViewsContract>('savedViews')

const touches = [savedViews.key()]

export function useSaveView() {
  return useMutation({
    ...savedViews.create.mutationOptions(),
    meta: { quiet: true, done: 'View saved', touches },
  })
}

export function useUpdateView() {
  const client = useQueryClient()
  return useMutation({
    ...savedViews.update.mutationOptions(),
    onMutate: ({ id, is_default: isDefault }) => {
      if (isDefault === undefined) return undefined
      return change(client, (views) => {
        const page = views.find((view) => view.id === id)?.page
        return views.map((view) =>
          view.id === id
            ? { ...view, is_default: isDefault }
            : view.page === page && isDefault
              ? { ...view, is_default: false }
              : view,
        )
      })
    },
    onError: (_error, _sent, takeBack) => takeBack?.(),
    meta: { failed: 'The view was not changed', touches },
  })
}

/** Removes a view; the success message offers Undo. */
export function useRemoveView() {
  const client = useQueryClient()
  const restore = useMutation({
    ...savedViews.create.mutationOptions(),
    meta: { done: 'View restored', failed: 'The view could not be restored', touches },
  })
  const remove = useMutation({
    ...savedViews.remove.mutationOptions(),
    onMutate: ({ id }) => change(client, (views) => views.filter((view) => view.id !== id)),
    onError: (_error, _sent, takeBack) => takeBack?.(),
    meta: { failed: 'The view was not removed', touches },
  })
  return (view: SavedView) =>
    remove.mutate(
      { id: view.id },
      { onSuccess: () => toast.undo(`View ${view.name} removed`, () => restore.mutate(view)) },
    )
}

/** Shows a change before the server has answered. Returns what shows the views as before, and then as the server has them. */
function change(client: QueryClient, to: (views: SavedView[]) => SavedView[]): () => void {
  const key = savedViews.list.queryKey()
  const before = client.getQueryData(key)
  client.setQueryData(key, (views) => views && to(views))
  return () => {
    client.setQueryData(key, before)
    void client.invalidateQueries({ queryKey: key })
  }
}
