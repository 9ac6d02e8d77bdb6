export const webServers = ['nginx', 'apache', 'caddy', 'traefik', 'ingress'] as const
export type WebServer = (typeof webServers)[number]
