// Mounts the application. Styles come first, so that later parts can build on the tokens.
import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLegacyLinks } from './app/legacy-links.ts'
import { router } from './app/router.tsx'
import { cache } from './lib/query.ts'
import { UiProvider } from './ui/provider.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

followLegacyLinks('/ui', (path) => void router.navigate({ href: path, replace: true }))

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
)
