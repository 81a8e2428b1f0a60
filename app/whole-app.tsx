import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'

type WholeAppProps = {
  queryClient: QueryClient
  router: AnyRouter
}

/** The signed-in app: the same tree for the server that renders its first page and the browser that hydrates it. */
export function WholeApp({ queryClient, router }: WholeAppProps): ReactNode {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
