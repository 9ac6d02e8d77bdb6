import { useStart } from '../../lib/frame.ts'
import { brand } from '../../messages/brand.ts'
import { Logo } from '../../ui/logo.tsx'
import { editionOf } from './edition.ts'
import styles from './brand-mark.module.css'

/** The uploaded logo, else the linked one, else ours with the edition that the licence makes of it. */
export function BrandMark() {
  const start = useStart()
  const image = start === undefined ? '' : start.userLogo || start.logoUrl
  if (image !== '') return <img className={styles['image']} src={image} alt="" />
  return (
    <>
      <Logo />
      <span data-brand-name>{brand.product}</span> <Edition />
    </>
  )
}

/** What stands behind the name of the product; part of the name that is read aloud as well. */
export function useEdition(): string {
  const start = useStart()
  return start === undefined ? '' : editionOf(start.switches.isTour, start.licenseType)
}

function Edition() {
  const edition = useEdition()
  return edition === '' ? null : <span className={styles['edition']}>{edition}</span>
}
