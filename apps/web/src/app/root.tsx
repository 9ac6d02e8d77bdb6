import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { message } from '../lib/messages.ts'
import { useStart } from '../lib/frame.ts'
import { Toasts } from '../ui/toasts.tsx'
import { pageTitle } from './page-title.ts'

export function Root() {
  useDocumentTitle()
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
