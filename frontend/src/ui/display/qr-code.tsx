import encodeQR from 'qr';
import { type ReactNode, useMemo } from 'react';

/** Modules around the code that scanners need. */
const QUIET_MODULES = 4;

interface QrCodeProps {
  text: string;
  /** Accessible name. */
  label: string;
}

/** QR code of a text, dark on white in both themes. */
export default function QrCode({ text, label }: QrCodeProps): ReactNode {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'low', border: QUIET_MODULES }), [text]);
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="size-full rounded-badge bg-[#fff] [shape-rendering:crispEdges]"
      role="img"
      aria-label={label}
    >
      <path
        fill="#000"
        d={rows
          .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
          .join('')}
      />
    </svg>
  );
}
