// The logo of the installation. Kept in the settings, because it is small and belongs to them.
import { generalSettings as contract } from '@bindery/contracts'
import { z } from 'zod'
import { liveSetting } from '../live-settings.ts'
import type { OfInstallation } from './installation.ts'

const Image = z.object({ type: z.string(), digest: z.string(), bytes: z.base64() })
export type Image = z.infer<typeof Image>

export const logos = {
  uploaded: liveSetting('logo', z.object({ image: Image.nullable().default(null) })),
  /** Our copy of what the address in the general settings points to. */
  linked: liveSetting('linked-logo', z.object({ image: Image.nullable().default(null) })),
}

/** Empty where there is none. With the digest behind the question mark, so that browsers may keep what they fetched. */
export async function logoAddresses({
  installation: { live },
}: OfInstallation): Promise<{ logo: string; linkedLogo: string }> {
  const address = (path: string, image: Image | null) =>
    image === null ? '' : `${path}?v=${image.digest.slice(0, 12)}`
  return {
    logo: address(contract.logo.path, (await live.get(logos.uploaded)).image),
    linkedLogo: address(contract.linkedLogo.path, (await live.get(logos.linked)).image),
  }
}
