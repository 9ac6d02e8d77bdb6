import type { ReverseProxySettings } from '../reverse-proxy.ts'
import { dockerPath, isBySubDomain, repositoriesByPort } from './parts.ts'

export function ingress(settings: ReverseProxySettings): string {
  const { serverName, reverseProxyRepositories } = settings
  // An ingress cannot put a part of the host into the path, so repositories are named one by one.
  const named = isBySubDomain(settings) ? reverseProxyRepositories : []
  const documents = [
    ingressFor(settings, { name: 'bindery', host: serverName, path: '/' }),
    ...named.map(({ repository }) =>
      ingressFor(settings, {
        name: `bindery-${repository.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`,
        host: `${repository.toLowerCase()}.${serverName}`,
        path: '/v2/(.*)',
        target: `${dockerPath(repository)}/v2/$1`,
      }),
    ),
  ]
  const ports = repositoriesByPort(settings)
  return `# Bindery behind an ingress (ingress-nginx). It passes encoded slashes (%2F) on as they came.
# The service "bindery" leads to port ${settings.upstream.split(':').at(-1)} of its pods.
${ports.length === 0 ? '' : '# An ingress listens on the ports of HTTP and HTTPS only: use sub-domains or paths instead of ports.\n'}${documents.join('\n---\n')}`
}

interface Rule {
  name: string
  host: string
  path: string
  /** Where the path leads, when it is rewritten. */
  target?: string
}

function ingressFor(
  { useHttps, upstream }: ReverseProxySettings,
  { name, host, path, target }: Rule,
): string {
  const rewritten =
    target === undefined
      ? ''
      : `
    nginx.ingress.kubernetes.io/use-regex: "true"
    nginx.ingress.kubernetes.io/rewrite-target: ${target}`
  const tls = `
  tls:
    - hosts: [${host}]
      secretName: bindery-tls`
  return `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${name}
  annotations:
    # Packages of any size, passed on as they arrive.
    nginx.ingress.kubernetes.io/proxy-body-size: "0"
    nginx.ingress.kubernetes.io/proxy-request-buffering: "off"
    nginx.ingress.kubernetes.io/proxy-buffering: "off"
    nginx.ingress.kubernetes.io/proxy-read-timeout: "900"
    nginx.ingress.kubernetes.io/proxy-send-timeout: "900"${rewritten}
spec:
  ingressClassName: nginx${useHttps ? tls : ''}
  rules:
    - host: ${host}
      http:
        paths:
          - path: ${path}
            pathType: ${target === undefined ? 'Prefix' : 'ImplementationSpecific'}
            backend:
              service:
                name: bindery
                port:
                  number: ${upstream.split(':').at(-1)}`
}
