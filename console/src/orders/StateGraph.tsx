/** Draws workflow states and their transitions. */
import { useComputedColorScheme } from '@mantine/core';
import { type Edge, MarkerType, type Node, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import './stateGraph.css';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../resources/Resource';
import { columnsOf, type WorkflowState } from './workflowStates';

interface StateGraphProps {
  readonly states: readonly WorkflowState[];
  readonly currentId: string | undefined;
}

const columnWidth = 220;
const rowHeight = 70;
const heightMax = 420;

const nodesOf = ({ states, currentId }: StateGraphProps, language: string): Node[] => {
  const columns = columnsOf(states);
  const rows = new Map<number, number>();
  return states.map(state => {
    const column = columns.get(state.id) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return {
      id: state.id,
      data: { label: labelOf(state, language) },
      position: { x: column * columnWidth, y: row * rowHeight },
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
      style: state.id === currentId ? { borderWidth: 3, fontWeight: 700 } : {},
      ariaLabel: labelOf(state, language),
    };
  });
};

const edgesOf = ({ states }: StateGraphProps): Edge[] =>
  states.flatMap(({ id, transitions = [] }) =>
    transitions.map(target => ({
      id: `${id} ${target.id}`,
      source: id,
      target: target.id,
      markerEnd: { type: MarkerType.ArrowClosed },
    })),
  );

const StateGraph = (props: StateGraphProps) => {
  const { i18n, t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const nodes = nodesOf(props, i18n.language);
  const lowest = Math.max(...nodes.map(({ position }) => position.y));
  return (
    <div style={{ height: Math.min(heightMax, lowest + 2 * rowHeight) }}>
      <ReactFlow
        nodes={nodes}
        edges={edgesOf(props)}
        fitView
        colorMode={scheme}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        aria-label={t('order.workflow')}
      />
    </div>
  );
};

export default StateGraph;
