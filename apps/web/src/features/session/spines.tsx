import styles from './sign-in-frame.module.css'

// Left edge, width, height, label. Drawn once for 1440 pixels; the pattern repeats on wider screens.
const books: [number, number, number, 'none' | 'label' | 'bands'][] = [
  [0, 16, 112, 'none'],
  [19, 17, 88, 'bands'],
  [39, 21, 128, 'label'],
  [63, 34, 132, 'none'],
  [100, 26, 118, 'none'],
  [129, 30, 98, 'bands'],
  [201, 20, 108, 'none'],
  [224, 17, 122, 'none'],
  [244, 28, 120, 'bands'],
  [275, 40, 126, 'label'],
  [318, 24, 106, 'none'],
  [345, 38, 116, 'none'],
  [386, 14, 96, 'bands'],
  [404, 36, 130, 'label'],
  [443, 22, 110, 'none'],
  [468, 30, 124, 'none'],
  [501, 18, 90, 'bands'],
  [522, 24, 132, 'none'],
  [549, 36, 118, 'label'],
  [588, 20, 102, 'none'],
]

/** The only decoration of the product: a shelf that fades behind the foot line. */
export function Spines() {
  return (
    <svg className={styles['spines']} aria-hidden="true" preserveAspectRatio="xMinYMax slice">
      <defs>
        <pattern id="shelf" width="612" height="140" patternUnits="userSpaceOnUse">
          {books.map(([x, width, height, mark]) => (
            <g key={x}>
              <rect x={x + 0.5} y={140 - height} width={width} height={height + 4} rx="2" />
              {mark === 'label' ? (
                <rect x={x + width / 2 - 3} y={160 - height} width="7" height="22" rx="1" />
              ) : null}
              {mark === 'bands' ? (
                <path d={`M${x + 0.5} ${154.5 - height}h${width}m${-width} 4h${width}`} />
              ) : null}
            </g>
          ))}
          <rect x="168" y="36" width="18" height="108" rx="2" transform="rotate(-8 177 140)" />
        </pattern>
      </defs>
      <rect width="100%" height="140" fill="url(#shelf)" stroke="none" />
    </svg>
  )
}
