/** The licences that scanning comes with. An Enterprise licence is one "with Xray" where the scanner runs. */
export const scannerLicenses: readonly string[] = [
  'Pro X',
  'Enterprise X',
  'Enterprise',
  'Enterprise Plus',
].flatMap((type) => [type, `${type} Trial`])

export const policiesPage = '/admin/xray/security_policies'

export const scannerTeaser = '/security-and-compliance-teaser'
