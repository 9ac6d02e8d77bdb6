import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface LinkProps {
  to: string
  params?: Record<string, string>
  search?: object | ((before: object) => object)
  preload?: false
  className?: string | undefined
  title?: string | undefined
  'aria-label'?: string
  onClick?: () => void
  'aria-current'?: 'page' | undefined
  children: ReactNode
}

/**
 * A way to another screen. The router takes a link for current as soon as the address begins like it;
 * here only the same address is.
 */
export function Link({ params, search, ...rest }: LinkProps) {
  return (
    <RouterLink
      activeOptions={exact}
      {...rest}
      // The routes come from a list, so the router cannot know their parameters by type.
      {...(params === undefined ? {} : { params })}
      {...(search === undefined ? {} : { search })}
    />
  )
}

const exact = { exact: true }
