import { Decimal, List, Optional, Shape, Text } from './primitives.js';

export const Image = Shape({ url: Text, dimensions: Shape({ w: Decimal, h: Decimal }), label: Optional(Text) });
export const Images = List(Image);
