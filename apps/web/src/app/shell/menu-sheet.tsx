import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { message } from '../../lib/messages.ts'
import { Sheet } from '../../ui/sheet.tsx'
import type { Section } from '../menu.ts'
import { MenuList, sectionTitle, SectionSwitch } from './sidebar.tsx'

/** The sidebar of small screens. */
export function MenuSheet({ section, onClose }: { section: Section; onClose: () => void }) {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', onClose), [router, onClose])
  return (
    <Sheet label={message('shell.menu')} onClose={onClose}>
      <nav aria-label={sectionTitle(section)}>
        <MenuList section={section} />
        <SectionSwitch section={section} />
      </nav>
    </Sheet>
  )
}
