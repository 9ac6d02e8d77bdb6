import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { message } from '../lib/messages.ts'
import { useStart } from '../lib/frame.ts'
import { Toasts } from '../ui/toasts.tsx'
import { pageTitle } from './page-title.ts'

export function Root() {
  useDocumentTitle()
  useRouteNames()
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}

function useDocumentTitle() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const serverName = useStart()?.serverName ?? ''
  useEffect(() => {
    document.title = pageTitle(title === undefined ? '' : message(title), serverName)
  }, [title, serverName])
}

/** The names of the matched routes on the page itself, for style sheets, tests and scripts of operators. */
function useRouteNames() {
  const names = useMatches({ select: (matches) => matches.at(-1)?.staticData.names?.join(' ') ?? '' })
  useEffect(() => {
    document.documentElement.dataset['route'] = names
  }, [names])
}
