import { useStart } from '../../lib/frame.ts'
import { brand } from '../../messages/brand.ts'
import { Logo } from '../../ui/logo.tsx'
import styles from './brand-mark.module.css'

/** The uploaded logo, else the linked one, else ours with the edition that the licence makes of it. */
export function BrandMark() {
  const start = useStart()
  const image = start === undefined ? '' : start.userLogo || start.logoUrl
  if (image !== '') return <img className={styles['image']} src={image} alt="" />
  return (
    <>
      <Logo />
      <span data-brand-name>{brand.product}</span>
      <Edition />
    </>
  )
}

/** Installations with the whole platform carry the plain name. */
const platformLicense = /^(Enterprise|Pro X)/

function Edition() {
  const start = useStart()
  if (start === undefined) return null
  const { switches, licenseType } = start
  const edition = switches.isTour ? 'Tour' : platformLicense.test(licenseType) ? '' : licenseType
  return edition === '' ? null : <span className={styles['edition']}>{edition}</span>
}
