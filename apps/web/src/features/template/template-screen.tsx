// The book of the parts that screens are made of, each in use. Not a picture of them: these are the parts themselves.
import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { FormIndex } from '../../shared/form-section.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import page from '../../shared/settings-page.module.css'
import styles from './template.module.css'

const chapters = [
  {
    id: 'foundations',
    title: 'template.foundations',
    Content: lazyPart(() => import('./foundations.tsx'), 'Foundations'),
  },
  { id: 'actions', title: 'template.actions', Content: lazyPart(() => import('./actions.tsx'), 'Actions') },
  { id: 'fields', title: 'template.fields', Content: lazyPart(() => import('./fields.tsx'), 'Fields') },
  { id: 'messages', title: 'template.messages', Content: lazyPart(() => import('./notes.tsx'), 'Notes') },
  { id: 'data', title: 'template.data', Content: lazyPart(() => import('./data.tsx'), 'Data') },
] as const

export function TemplateScreen() {
  return (
    <>
      <PageHead title={message('template.heading')} />
      <div className={page['indexed']}>
        <FormIndex
          label={message('template.heading')}
          entries={chapters.map(({ id, title }) => ({ id, title: message(title) }))}
        />
        <div className={page['main']}>
          <p className={page['lead']}>{message('template.lead')}</p>
          {chapters.map(({ id, title, Content }) => (
            <section key={id} id={id} className={styles['chapter']} aria-label={message(title)}>
              <h2>{message(title)}</h2>
              <Suspense fallback={null}>
                <Content />
              </Suspense>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
