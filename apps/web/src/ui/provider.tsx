// The kit, set up for a strict content security policy: nothing of it writes style elements at run time.
// Its variables come from our own static style sheet.
import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTheme } from '../lib/theme.ts'
import './kit.css'

const theme = createTheme({
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  respectReducedMotion: true,
})

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useTheme()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
