/** Installations with the whole platform carry the plain name. */
const platformLicense = /^(Enterprise|Pro X)/

export function editionOf(isTour: boolean, licenseType: string): string {
  if (isTour) return 'Tour'
  return platformLicense.test(licenseType) ? '' : licenseType
}
