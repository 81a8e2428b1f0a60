import { createFileRoute } from '@tanstack/react-router'
import { WishlistsScreen } from '#features/wishlists/web/WishlistsScreen.tsx'

export const Route = createFileRoute('/_app/student/wishlist/')({
  staticData: { access: ['student'], title: 'Wishlists' },
  component: WishlistsScreen,
})
