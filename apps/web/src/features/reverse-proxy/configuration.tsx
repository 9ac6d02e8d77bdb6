// The configuration of the chosen web server with numbered lines, and the check of the public address, which points at them.
import {
  type ConnectionReport,
  type ReverseProxySettings,
  type WebServer,
  webServers,
} from '@bindery/contracts'
import { configurationFor, lineFor } from '@bindery/contracts/web-servers'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AddressCheck } from './address-check.tsx'
import { parseReverseProxySearch } from './reverse-proxy-search.ts'
import layout from './reverse-proxy.module.css'

const names = {
  nginx: 'network.nginx',
  apache: 'network.apache',
  caddy: 'network.caddy',
  traefik: 'network.traefik',
  ingress: 'network.ingress',
} as const

export function Configuration({ settings }: { settings: ReverseProxySettings }) {
  const { server = 'nginx' } = useSearchParams(parseReverseProxySearch)
  const navigate = useNavigate()
  const [report, setReport] = useState<ConnectionReport>()
  const text = configurationFor(server, settings)
  const choose = (next: WebServer) =>
    void navigate({
      to: '/admin/configuration/webserver',
      search: next === 'nginx' ? {} : { server: next },
      replace: true,
      ignoreBlocker: true,
    })
  const wrong = (report?.steps ?? [])
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ step }) => lineFor(step, server, text))
  return (
    <>
      <FormSection
        title={message('network.configuration')}
        text={message('network.configurationText')}
        aside={
          <CopyButton
            text={text}
            what={message('network.configurationOf', { name: message(names[server]) })}
            hasText
          />
        }
      >
        <Tabs
          label={message('network.webServer')}
          tabs={webServers.map((value) => ({ value, label: message(names[value]) }))}
          value={server}
          onChange={choose}
        >
          <Lines text={text} marked={wrong} />
        </Tabs>
      </FormSection>
      <AddressCheck
        settings={settings}
        report={report}
        onReport={setReport}
        fix={({ step, fix }) => {
          if (fix === undefined) return undefined
          const line = lineFor(step, server, text)
          if (line === undefined) return fix
          return message('network.seeLine', { fix, line, name: message(names[server]) })
        }}
      />
    </>
  )
}

/** Lines are counted by the style sheet, so that copying a selection copies no numbers. */
function Lines({ text, marked }: { text: string; marked: (number | undefined)[] }) {
  const lines = text.trimEnd().split('\n')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- longer than its box, it is scrolled with the arrow keys
    <pre className={layout['code']} role="group" aria-label={message('network.configuration')} tabIndex={0}>
      {lines.map((line, index) => (
        // A line has no other identity than its number.
        <code
          key={index}
          className={layout['line']}
          data-comment={line.trimStart().startsWith('#') || undefined}
          data-marked={marked.includes(index + 1) || undefined}
        >
          {`${line}\n`}
        </code>
      ))}
    </pre>
  )
}
