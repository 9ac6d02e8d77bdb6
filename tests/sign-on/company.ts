// A small company in LDIF: people with passwords, groups in groups, and one department more.
const base = 'dc=example,dc=org'

const unit = (name: string, parent = base) =>
  `dn: ou=${name},${parent}\nobjectClass: organizationalUnit\nou: ${name}\n`

/** As the directory itself keeps it; written here because entries are loaded before it runs. */
const isIn = (groups: string[]) => groups.map((name) => `memberOf: cn=${name},ou=groups,${base}`)

const person = (uid: string, parent = `ou=people,${base}`, groups: string[] = []) =>
  [
    `dn: uid=${uid},${parent}`,
    'objectClass: inetOrgPerson',
    `uid: ${uid}`,
    `cn: ${uid}`,
    `sn: ${uid}`,
    `mail: ${uid}@example.org`,
    `userPassword: ${passwordOf(uid)}`,
    ...isIn(groups),
    '',
  ].join('\n')

const group = (name: string, members: string[], groups: string[] = []) =>
  [
    `dn: cn=${name},ou=groups,${base}`,
    'objectClass: groupOfNames',
    `cn: ${name}`,
    `description: The group ${name}`,
    ...members.map((member) => `member: ${member},${base}`),
    ...isIn(groups),
    '',
  ].join('\n')

export const passwordOf = (uid: string) => `secret-of-${uid}`

/** bob is in dev, dev is in engineering, engineering is in staff, and staff is in dev again: a ring. */
export const companyWith = (referralPort: number): string =>
  [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
    unit('people'),
    unit('groups'),
    unit('many', `ou=groups,${base}`),
    unit('engineering', `ou=people,${base}`),
    unit('tools', `ou=engineering,ou=people,${base}`),
    person('bob', `ou=people,${base}`, ['dev']),
    person('eve'),
    person('admin'),
    person('tia', `ou=tools,ou=engineering,ou=people,${base}`),
    group('dev', ['uid=bob,ou=people', 'cn=staff,ou=groups'], ['engineering']),
    group('engineering', ['cn=dev,ou=groups'], ['staff']),
    group('staff', ['cn=engineering,ou=groups'], ['dev']),
    group('sales', ['uid=eve,ou=people']),
    `dn: cn=posix-dev,ou=groups,${base}\nobjectClass: posixGroup\ncn: posix-dev\ngidNumber: 1\nmemberUid: bob\n`,
    `dn: ou=elsewhere,ou=people,${base}\nobjectClass: referral\nobjectClass: extensibleObject\nou: elsewhere\nref: ldap://127.0.0.1:${referralPort}/ou=people,${base}\n`,
    ...Array.from(
      { length: 620 },
      (_, index) =>
        `dn: cn=team-${index},ou=many,ou=groups,${base}\nobjectClass: groupOfNames\ncn: team-${index}\nmember: uid=eve,ou=people,${base}\n`,
    ),
  ].join('\n')
