// The book of the parts that screens are made of, each in use. Not a picture of them: these are the parts themselves.
import { message } from '../../lib/messages.ts'
import { FormIndex } from '../../shared/form-section.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import page from '../../shared/settings-page.module.css'
import { Actions } from './actions.tsx'
import { Data } from './data.tsx'
import { Fields } from './fields.tsx'
import { Foundations } from './foundations.tsx'
import { Notes } from './notes.tsx'
import styles from './template.module.css'

const chapters = [
  { id: 'foundations', title: 'template.foundations', Content: Foundations },
  { id: 'actions', title: 'template.actions', Content: Actions },
  { id: 'fields', title: 'template.fields', Content: Fields },
  { id: 'messages', title: 'template.messages', Content: Notes },
  { id: 'data', title: 'template.data', Content: Data },
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
              <Content />
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
