import { MessageScreen, type MessageScreenProps } from './MessageScreen.tsx'

/** The screen for an address without a page. */
export function NotFoundScreen({
  title = 'Page not found',
  text = 'The address may be mistyped, or the page may have moved.',
  code = '404',
  steps = [{ label: 'Go to Home Page', href: '/' }],
  actions,
}: Partial<MessageScreenProps>) {
  return <MessageScreen title={title} text={text} code={code} steps={steps} actions={actions} />
}
